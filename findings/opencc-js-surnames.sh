#!/usr/bin/env bash
# opencc-js 1.4.2 converts simplified to traditional Chinese. Its README shows whole texts and promises that phrases are respected; it says
# nothing about names. A name has no context, so a character with several traditional forms gets the most frequent word:
# the common surnames 余, 范, 于, 郁 and 涂, which are written alike in both, become 餘, 範, 於, 鬱 and 塗, and the given name 台 becomes 臺.
# Others are right: 钟 is the surname 鍾, and 叶 is 葉. Who converts a list of members to send letters writes to families that do not exist.
# Vestry never converts a name. It compares names by a form that nobody sees: src/lib/han.ts
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save opencc-js@1.4.2 || exit 2
seen=$(node --input-type=module --eval '
  import * as OpenCC from "opencc-js";
  const convert = OpenCC.Converter({ from: "cn", to: "tw" });
  console.log(["余美玲", "范志明", "于小卫", "郁芬", "涂志强", "陈台生", "钟文杰", "叶家豪"].map((name) => `${name} ${convert(name)}`).join(", "));
')
echo "Node.js $(node --version), opencc-js 1.4.2: $seen"
[ "$seen" = "余美玲 餘美玲, 范志明 範志明, 于小卫 於小衛, 郁芬 鬱芬, 涂志强 塗志強, 陈台生 陳臺生, 钟文杰 鍾文傑, 叶家豪 葉家豪" ]
