#!/usr/bin/env bash
# pinyin-pro 3.29.4 spells Chinese in Latin letters. Its option `surname: 'head'` reads the beginning of a name as a surname, for which
# some characters have a reading of their own. Its README has examples in simplified characters and does not say that only these count.
# In traditional characters the same surnames get the usual reading of the character: 單 is Dan instead of Shan, 區 Qu instead of Ou,
# 樂 Le instead of Yue, 繆 Mou instead of Miao, while 單's simplified form 单 is Shan. Labels and orders made of it are wrong in Taiwan.
# Vestry asks for the Latin name of a person and does not make one; its own surnames are in data/compound-surnames.json
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save pinyin-pro@3.29.4 || exit 2
seen=$(node --input-type=module --eval '
  import { pinyin } from "pinyin-pro";
  const spelled = (name) => pinyin(name, { surname: "head", toneType: "none" });
  const pairs = ["单單", "区區", "乐樂", "缪繆", "尉迟尉遲"];
  const halves = (pair) => [pair.slice(0, pair.length / 2), pair.slice(pair.length / 2)];
  console.log(pairs.map((pair) => halves(pair).map((name) => `${name} ${spelled(name)}`).join(" / ")).join(", "));
')
echo "Node.js $(node --version), pinyin-pro 3.29.4: $seen"
[ "$seen" = "单 shan / 單 dan, 区 ou / 區 qu, 乐 yue / 樂 le, 缪 miao / 繆 mou, 尉迟 yu chi / 尉遲 wei chi" ]
