#!/usr/bin/env bash
# ofx-data-extractor 1.5.0 reads OFX files of banks, and gives totals and a direction for each transaction.
# Its README does not say how the direction is found. In OFX the sign of TRNAMT decides, and TRNTYPE only names the kind.
# With the types FEE, SRVCHG, POS, ATM, CHECK and PAYMENT, a positive amount counts as money that went out: a bank fee that the
# bank gave back, goods returned to a shop, and on a card the payment of the bill. `validate` finds nothing wrong.
# Vestry goes by the sign alone: docs/decisions/own-ofx-reader.md
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save ofx-data-extractor@1.5.0 || exit 2
seen=$(node --input-type=module --eval '
  import { Ofx } from "ofx-data-extractor";
  const types = ["DEP", "OTHER", "FEE", "SRVCHG", "POS", "ATM", "CHECK", "PAYMENT"];
  const transactionOf = (type) => `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>20261103\n<TRNAMT>12.00\n<FITID>${type}\n<NAME>Example\n</STMTTRN>`;
  const file = (type) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1
<STMTRS>
<CURDEF>USD
<BANKTRANLIST>
<DTSTART>20261101
<DTEND>20261130
${transactionOf(type)}
</BANKTRANLIST>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`;
  for (const type of types) {
    const ofx = new Ofx(file(type));
    const { credit, debit } = ofx.getTransactionsSummary();
    const [{ direction }] = ofx.toNormalized().transactions;
    console.log(`${type} +12.00: credit ${credit}, debit ${debit}, ${direction}, ${ofx.validate().isValid ? "valid" : "not valid"}`);
  }
')
echo "Node.js $(node --version), ofx-data-extractor 1.5.0:"
echo "$seen"
expected='DEP +12.00: credit 12, debit 0, credit, valid
OTHER +12.00: credit 12, debit 0, credit, valid
FEE +12.00: credit 0, debit 12, debit, valid
SRVCHG +12.00: credit 0, debit 12, debit, valid
POS +12.00: credit 0, debit 12, debit, valid
ATM +12.00: credit 0, debit 12, debit, valid
CHECK +12.00: credit 0, debit 12, debit, valid
PAYMENT +12.00: credit 0, debit 12, debit, valid'
[ "$seen" = "$expected" ]
