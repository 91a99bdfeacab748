#!/usr/bin/env bash
# @churchapps/helpers 1.4.1 is the common code of a family of church programs. CurrencyHelper.formatCurrencyWithLocale writes an amount
# with the symbol of its currency, and takes any ISO 4217 code without an error. It has no documentation but its types.
# Only fifteen currencies have a symbol of their own. All others, such as the dollars of Taiwan, the won and the yuan, are written
# with a bare "$", so 1,000 Taiwan dollars read like 1,000 US dollars. The yen gets two decimals, which it does not
# have. Vestry keeps the list of the currencies and their decimals in src/lib/currency-codes.ts, and refuses those it cannot write.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save @churchapps/helpers@1.4.1 || exit 2
seen=$(node --input-type=module --eval '
  import { CurrencyHelper } from "@churchapps/helpers";
  const written = (code) => `${code} ${CurrencyHelper.formatCurrencyWithLocale(1000, code).replaceAll("\u00a0", " ")}`;
  console.log(["USD", "TWD", "KRW", "CNY", "SGD", "JPY"].map(written).join("; "));
')
echo "Node.js $(node --version), @churchapps/helpers 1.4.1: $seen"
[ "$seen" = 'USD $ 1,000.00; TWD $ 1,000.00; KRW $ 1,000.00; CNY $ 1,000.00; SGD S$ 1,000.00; JPY ¥ 1,000.00' ]
