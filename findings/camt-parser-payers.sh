#!/usr/bin/env bash
# camt-parser 1.1.0 reads bank statements in CAMT.053. Its README promises version 001.08 with "transactions", "optional fields and arrays".
# Of money that came in, neither who paid (RltdPties/Dbtr) nor the free text (RmtInf/Ustrd) is in the result, and the amount of a single
# payment is empty where the bank writes it into TxDtls/Amt, as version 001.08 allows: two gifts in one entry cannot be told apart.
# The name of the creditor, for money that went out, is there. There is no error.
# Vestry names CAMT files and asks for CSV or OFX; a bank program that converts them first may lose the givers.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save camt-parser@1.1.0 || exit 2
seen=$(node --input-type=module --eval '
  import { parseCamt053 } from "camt-parser";
  const details = ({ amount, sign, party, name }) => `<TxDtls><Refs><EndToEndId>${name}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>
    <CdtDbtInd>${sign}</CdtDbtInd><RltdPties><${party}><Pty><Nm>${name}</Nm></Pty></${party}></RltdPties>
    <RmtInf><Ustrd>Offering of ${name}</Ustrd></RmtInf></TxDtls>`;
  const entry = (sign, amount, ...all) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-02</Dt></BookgDt><ValDt><Dt>2026-11-02</Dt></ValDt><BkTxCd/>
    <NtryDtls>${all.map(details).join("")}</NtryDtls></Ntry>`;
  const payer = (amount, name) => ({ amount, sign: "CRDT", party: "Dbtr", name });
  const file = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-30T00:00:00</CreDtTm></GrpHdr>
  <Stmt><Id>1</Id><CreDtTm>2026-11-30T00:00:00</CreDtTm>
    <Acct><Id><IBAN>DE75512108001245126199</IBAN></Id><Ccy>EUR</Ccy></Acct>
    ${entry("CRDT", "125.00", payer("50.00", "Anna"), payer("75.00", "Ben"))}
    ${entry("DBIT", "20.00", { amount: "20.00", sign: "DBIT", party: "Cdtr", name: "City" })}
  </Stmt></BkToCstmrStmt></Document>`;
  const { statements: [{ transactions }] } = await parseCamt053(file);
  for (const { amount, details } of transactions) {
    const parts = details.map(({ references, amountDetails, relatedParties, remittanceInformation }) => JSON.stringify([
      references.endToEndId, amountDetails.transactionAmount.value, relatedParties, remittanceInformation ?? null,
    ]));
    console.log(`${amount.value}: ${parts.join(" ")}`);
  }
')
echo "Node.js $(node --version), camt-parser 1.1.0:"
echo "$seen"
expected='125.00: ["Anna","",{},null] ["Ben","",{},null]
20.00: ["City","",{"creditor":{"name":"City","postalAddress":{"addressLine":[]}}},null]'
[ "$seen" = "$expected" ]
