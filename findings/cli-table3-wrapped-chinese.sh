#!/usr/bin/env bash
# cli-table3 0.6.5 draws tables on a terminal. Its README says that `wordWrap: true` wraps the text of a cell, and that with
# `wrapOnWordBoundary: false` a long text is wrapped at any character.
# It counts wide characters as one column when it wraps, and as two when it fits the lines. So each wrapped line of a Chinese text is
# twice as wide as its column, and its second half is replaced by an ellipsis, also in the middle of the text. With the default, a text
# without blanks is not wrapped at all.
# Vestry wraps the cells itself: src/cli/kit/layout.ts
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save cli-table3@0.6.5 || exit 2
seen=$(NO_COLOR=1 FORCE_COLOR=0 node --input-type=module --eval '
  import Table from "cli-table3";
  const options = { colWidths: [14], wordWrap: true, style: { head: [], border: [] } };
  for (const wrapOnWordBoundary of [true, false]) {
    const table = new Table({ ...options, wrapOnWordBoundary });
    table.push(["教會建堂基金奉獻以及海外宣教奉獻專款"]);
    console.log(table.toString().split("\n").slice(1, -1).join("\n"));
  }
')
echo "Node.js $(node --version), cli-table3 0.6.5, 教會建堂基金奉獻以及海外宣教奉獻專款 in a column of 14:"
echo "$seen"
expected='│ 教會建堂基…  │
│ 教會建堂基…  │
│ 宣教奉獻專款 │'
[ "$seen" = "$expected" ]
