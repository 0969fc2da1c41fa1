<?xml version="1.0" encoding="UTF-8"?>
<!-- Credit transfers as a page. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:p="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08" exclude-result-prefixes="p">
  <xsl:output method="html" encoding="UTF-8" indent="no"/>

  <xsl:template match="/p:Document">
    <xsl:apply-templates select="p:FIToFICstmrCdtTrf"/>
  </xsl:template>

  <xsl:template match="p:FIToFICstmrCdtTrf">
    <html>
      <head>
        <title>Credit transfers <xsl:value-of select="p:GrpHdr/p:MsgId"/></title>
      </head>
      <body>
        <h1>Credit transfers <xsl:value-of select="p:GrpHdr/p:MsgId"/></h1>
        <p>Made at <xsl:value-of select="translate(p:GrpHdr/p:CreDtTm, 'TZ', '  ')"/> UTC, to be settled on
          <xsl:value-of select="p:GrpHdr/p:IntrBkSttlmDt"/> by <xsl:value-of select="p:GrpHdr/p:SttlmInf/p:SttlmMtd"/>
        </p>
        <table>
          <xsl:apply-templates select="p:CdtTrfTxInf"/>
          <tr>
            <td><xsl:value-of select="p:GrpHdr/p:NbOfTxs"/> transfers</td>
            <td class="total"><xsl:value-of select="format-number(sum(p:CdtTrfTxInf/p:IntrBkSttlmAmt), '0.00')"/></td>
          </tr>
        </table>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="p:CdtTrfTxInf">
    <tr>
      <td>
        <xsl:value-of select="p:PmtId/p:EndToEndId"/>
        <xsl:if test="p:PmtTpInf/p:CtgyPurp"> (<xsl:value-of select="p:PmtTpInf/p:CtgyPurp/p:Cd"/>)</xsl:if>
      </td>
      <td>
        <xsl:apply-templates select="p:Dbtr"/>
        <xsl:value-of select="p:DbtrAcct/p:Id/p:IBAN"/> at
        <xsl:value-of select="p:DbtrAgt/p:FinInstnId/p:BICFI"/>
      </td>
      <td>
        <xsl:apply-templates select="p:Cdtr"/>
        <xsl:value-of select="p:CdtrAcct/p:Id/p:IBAN"/> at
        <xsl:value-of select="p:CdtrAgt/p:FinInstnId/p:BICFI"/>
      </td>
      <td>
        <xsl:for-each select="p:RmtInf/p:Ustrd">
          <xsl:value-of select="."/><br/>
        </xsl:for-each>
        <xsl:value-of select="p:RmtInf/p:Strd/p:CdtrRefInf/p:Ref"/>
      </td>
      <td class="amount"><xsl:value-of select="p:IntrBkSttlmAmt"/></td>
    </tr>
  </xsl:template>

  <xsl:template match="p:Dbtr | p:Cdtr">
    <b><xsl:value-of select="p:Nm"/></b><br/>
    <xsl:for-each select="p:PstlAdr">
      <xsl:value-of select="concat(p:StrtNm, ' ', p:BldgNb, ', ', p:PstCd, ' ', p:TwnNm, ', ', p:Ctry)"/><br/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
