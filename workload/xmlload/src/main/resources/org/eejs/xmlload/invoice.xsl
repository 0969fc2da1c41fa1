<?xml version="1.0" encoding="UTF-8"?>
<!-- An invoice as a page. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:inv="urn:eejs:invoice:1"
                xmlns:trc="urn:eejs:trace:1" exclude-result-prefixes="inv trc">
  <xsl:output method="html" encoding="UTF-8" indent="no"/>
  <xsl:strip-space elements="*"/>

  <xsl:template match="/inv:Invoice">
    <html>
      <head>
        <title>Invoice <xsl:value-of select="@number"/></title>
      </head>
      <body>
        <h1>Invoice <xsl:value-of select="@number"/> of <xsl:value-of select="inv:IssueDate"/></h1>
        <xsl:apply-templates select="inv:Seller | inv:Buyer"/>
        <table>
          <xsl:apply-templates select="inv:Lines/inv:Line"/>
          <tr>
            <td>Net, <xsl:value-of select="count(inv:Lines/inv:Line)"/> lines</td>
            <td class="total">
              <xsl:value-of select="format-number(sum(inv:Lines/inv:Line/inv:Amount), '0.00')"/>
            </td>
          </tr>
          <xsl:for-each select="inv:Totals/inv:Tax">
            <xsl:sort select="@percent" data-type="number" order="descending"/>
            <tr>
              <td><xsl:value-of select="@percent"/> % tax</td>
              <td class="tax"><xsl:value-of select="."/></td>
            </tr>
          </xsl:for-each>
        </table>
        <p>Payable: <xsl:value-of select="inv:Totals/inv:Payable"/><xsl:text> </xsl:text>
          <xsl:value-of select="@currency"/>
          <xsl:if test="inv:DueDate">, due on <xsl:value-of select="inv:DueDate"/></xsl:if>
        </p>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="inv:Seller | inv:Buyer">
    <h2><xsl:value-of select="local-name()"/></h2>
    <p><xsl:value-of select="inv:Name"/></p>
    <xsl:if test="inv:Address">
      <p><xsl:value-of select="concat(inv:Address/inv:Street, ', ', inv:Address/inv:PostalCode, ' ',
          inv:Address/inv:Town, ', ', inv:Address/inv:Country)"/></p>
    </xsl:if>
    <xsl:for-each select="inv:Contact">
      <p><a href="mailto:{inv:Email}"><xsl:value-of select="inv:Name"/></a></p>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="inv:Line">
    <tr id="line-{@number}">
      <td><xsl:value-of select="@number"/></td>
      <td>
        <xsl:value-of select="inv:Description"/>
        <xsl:if test="@trc:batch"> (batch <xsl:value-of select="@trc:batch"/>)</xsl:if>
        <xsl:for-each select="inv:Note">
          <p><xsl:value-of select="normalize-space(.)"/></p>
        </xsl:for-each>
      </td>
      <td>
        <xsl:choose>
          <xsl:when test="inv:Quantity/@unit = 'piece'"><xsl:value-of select="inv:Quantity"/></xsl:when>
          <xsl:otherwise><xsl:value-of select="concat(inv:Quantity, ' ', inv:Quantity/@unit)"/></xsl:otherwise>
        </xsl:choose>
      </td>
      <td><xsl:value-of select="inv:Price"/></td>
      <td class="amount"><xsl:value-of select="inv:Amount"/></td>
    </tr>
  </xsl:template>
</xsl:stylesheet>
