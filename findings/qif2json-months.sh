#!/usr/bin/env bash
# qif2json 0.4.0 reads QIF files. Its README says that the option dateFormat is a pattern, or "us" for month, day, year, and does not name
# the default, which is day, month, year. Quicken in the United States writes month, day, year. Without the option, a month above 12 is no error: it is counted on into the next
# years, so that February 28, 2026 becomes April 2, 2028, beside lines of the same file that look right but have day and month exchanged.
# Text that is no date at all does get an invalid date. Vestry asks for the order of the parts: docs/import-export.md
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save qif2json@0.4.0 || exit 2
seen=$(node --input-type=module --eval '
  import qif from "qif2json";
  const file = ["2/5/26", "2/28/26", "12/31/26"].map((day) => `D${day}\nT10.00\nPExample\n^\n`).join("");
  const days = (options) => qif.parse(`!Type:Bank\n${file}`, options).transactions.map(({ date }) => date.slice(0, 10)).join(" ");
  console.log(`us: ${days({ dateFormat: "us" })}; default: ${days()}`);
')
echo "Node.js $(node --version), qif2json 0.4.0, 2/5/26, 2/28/26 and 12/31/26: $seen"
[ "$seen" = 'us: 2026-02-05 2026-02-28 2026-12-31; default: 2026-05-02 2028-04-02 2028-07-12' ]
