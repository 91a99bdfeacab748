#!/usr/bin/env bash
# read-excel-file 9.3.17: a date whose format has the word of its era, ggge"年"m"月"d"日" as Excel offers it in Taiwan, is read as the number
# 46096. The same cell with the format e"年"m"月"d"日", without the word, is read as a date. Its documentation says that dates are recognized
# by the format of the cell. Vestry takes the letters g out of the formats before it reads a workbook: inPlainDates in src/lib/xlsx.ts
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save read-excel-file@9.3.17 fflate@0.8.2 || exit 2
seen=$(node --input-type=module --eval '
  import { strToU8, zipSync } from "fflate";
  import { readSheet } from "read-excel-file/node";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = "http://schemas.openxmlformats.org/package/2006/relationships";
  const format = (id, code) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll("\"", "&quot;")}"/>`;
  const workbook = zipSync(Object.fromEntries(Object.entries({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${parts}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Gifts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${parts}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="2">${format(170, `ggge"年"m"月"d"日"`)}${format(171, `e"年"m"月"d"日"`)}</numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="171" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" s="1"><v>46096</v></c><c r="B1" s="2"><v>46096</v></c></row></sheetData></worksheet>`,
  }).map(([name, text]) => [name, strToU8(text)])));
  const [[withEra, without]] = await readSheet(Buffer.from(workbook));
  console.log(JSON.stringify([withEra, without]));
')
echo "Node.js $(node --version), read-excel-file 9.3.17: $seen"
[ "$seen" = '[46096,"2026-03-15T00:00:00.000Z"]' ]
