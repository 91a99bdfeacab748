#!/usr/bin/env bash
# qif-ts 1.0.0 reads QIF files of Quicken and of banks. Its README promises typed transactions and says nothing about how amounts are
# written. Quicken writes thousands with a comma, and the reader takes the digits before the first comma: a gift of 1,250.50 has the
# amount 1, and a payment of -12,000.00 is -12. There is no error.
# Vestry names QIF files and asks for OFX or CSV: src/features/bank/files. Who converts one first should know this.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save qif-ts@1.0.0 || exit 2
seen=$(node --input-type=module --eval '
  import { deserializeQif } from "qif-ts";
  const record = (amount) => `D11/02/26\nT${amount}\nPExample\n^\n`;
  const { transactions } = deserializeQif(`!Type:Bank\n${["250.50", "1,250.50", "-12,000.00"].map(record).join("")}`);
  console.log(JSON.stringify(transactions.map(({ amount }) => amount)));
')
echo "Node.js $(node --version), qif-ts 1.0.0, amounts 250.50, 1,250.50 and -12,000.00: $seen"
[ "$seen" = '[250.5,1,-12]' ]
