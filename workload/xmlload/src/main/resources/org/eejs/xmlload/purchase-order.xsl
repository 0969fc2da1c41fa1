<?xml version="1.0" encoding="UTF-8"?>
<!-- A purchase order as a page. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:po="urn:eejs:purchase-order:1"
                exclude-result-prefixes="po">
  <xsl:output method="html" encoding="UTF-8" indent="no"/>

  <xsl:template match="/po:PurchaseOrder">
    <html>
      <head>
        <title>Order <xsl:value-of select="@id"/></title>
      </head>
      <body>
        <h1>Order <xsl:value-of select="@id"/> of <xsl:value-of select="@date"/></h1>
        <p>
          <xsl:value-of select="po:Buyer/po:Name"/> to <xsl:value-of select="po:Supplier/po:Name"/>
          <xsl:if test="@priority">, priority: <xsl:value-of select="@priority"/></xsl:if>
        </p>
        <xsl:for-each select="po:ShipTo">
          <p><xsl:value-of select="concat(@street, ', ', @postalCode, ' ', @town, ', ', @country)"/></p>
        </xsl:for-each>
        <table>
          <xsl:apply-templates select="po:Items/po:Item"/>
          <tr>
            <td>Total of <xsl:value-of select="count(po:Items/po:Item)"/> items in
              <xsl:value-of select="@currency"/></td>
            <td class="total"><xsl:value-of select="format-number(sum(po:Items/po:Item/po:Amount), '0.00')"/></td>
          </tr>
        </table>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="po:Item">
    <tr id="{@sku}">
      <td><xsl:value-of select="@line"/></td>
      <td>
        <b><xsl:value-of select="po:Name"/></b>
        <xsl:if test="po:Description"><br/><xsl:value-of select="po:Description"/></xsl:if>
        <xsl:if test="po:Property">
          <ul><xsl:apply-templates select="po:Property"/></ul>
        </xsl:if>
        <xsl:for-each select="po:Comment">
          <p><xsl:value-of select="."/></p>
        </xsl:for-each>
      </td>
      <td>
        <xsl:value-of select="concat(po:Quantity, ' ', po:Quantity/@unit)"/>
        <xsl:for-each select="po:Deliveries/po:Delivery">
          <xsl:sort select="@date"/>
          <br/><xsl:value-of select="concat(@date, ': ', @quantity)"/>
          <xsl:if test="@gate"> at gate <xsl:value-of select="@gate"/></xsl:if>
        </xsl:for-each>
      </td>
      <td><xsl:value-of select="po:Price"/></td>
      <td class="amount"><xsl:value-of select="po:Amount"/></td>
    </tr>
  </xsl:template>

  <xsl:template match="po:Property">
    <li><xsl:value-of select="@name"/>: <xsl:value-of select="@value"/></li>
  </xsl:template>
</xsl:stylesheet>
