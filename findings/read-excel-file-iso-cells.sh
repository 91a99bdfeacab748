#!/usr/bin/env bash
# read-excel-file 9.3.17: a cell of the type d has its date as text, without a time zone (ECMA-376, part 1, 18.18.11). The reader takes it for a
# time where the computer is, while it takes a serial number for a time in UTC. In Chicago, two cells that show the same evening of
# March 15 come back five hours apart, one of them on March 16. Vestry writes such cells as text before it reads a workbook: inPlainDates in
# src/lib/xlsx.ts
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save read-excel-file@9.3.17 fflate@0.8.2 || exit 2
seen=$(TZ=America/Chicago node --input-type=module --eval '
  import { strToU8, zipSync } from "fflate";
  import { readSheet } from "read-excel-file/node";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = "http://schemas.openxmlformats.org/package/2006/relationships";
  const workbook = zipSync(Object.fromEntries(Object.entries({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${parts}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Gifts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${parts}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" s="1" t="d"><v>2026-03-15T22:30:00</v></c><c r="B1" s="1"><v>46096.9375</v></c></row></sheetData></worksheet>`,
  }).map(([name, text]) => [name, strToU8(text)])));
  const [[asText, asNumber]] = await readSheet(Buffer.from(workbook));
  console.log(JSON.stringify([asText, asNumber]));
')
echo "Node.js $(node --version), read-excel-file 9.3.17, America/Chicago: $seen"
[ "$seen" = '["2026-03-16T03:30:00.000Z","2026-03-15T22:30:00.000Z"]' ]
