#!/usr/bin/env bash
# mt940js 1.3.5 reads MT940 files of banks. In :61: the value date has a year (YYMMDD), and the entry date, on which the bank booked
# the line, has none (MMDD). Its README calls entryDate "entry date field, optional".
# The entry date gets the year of the value date, also where the two lie on different sides of the new year: a line with the value
# date of December 31, 2026 that was booked on January 2, 2027 has the entry date of January 2, 2026, a year before. There is no error.
# Vestry names MT940 files and does not read them; its readers of other bank files take the day from fields with a year.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save mt940js@1.3.5 || exit 2
seen=$(node --input-type=module --eval '
  import mt940 from "mt940js";
  const file = `:20:STATEMENT
:25:10020030/1234567
:28C:1/1
:60F:C261231EUR100,00
:61:2612310102C25,00NTRFNONREF//1
:86:Value in the old year, booked in the new one
:61:2701021231C30,00NTRFNONREF//2
:86:Value in the new year, booked in the old one
:62F:C270102EUR155,00
-
`;
  const day = (date) => date.toISOString().slice(0, 10);
  for (const { date, entryDate } of new mt940.Parser().parse(file)[0].transactions) {
    console.log(`value date ${day(date)}, entry date ${day(entryDate)}`);
  }
')
echo "Node.js $(node --version), mt940js 1.3.5:"
echo "$seen"
expected='value date 2026-12-31, entry date 2026-01-02
value date 2027-01-02, entry date 2027-12-31'
[ "$seen" = "$expected" ]
