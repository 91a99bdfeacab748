#!/usr/bin/env bash
# humanparser 2.7.0 splits the full name of a person. Its README says that it finds salutation, first name, middle name, last name and
# suffix, and names no list of suffixes.
# The surname Ma (馬), one of the most common in Chinese, is taken for the degree M.A. in any case and at any place: the last name is
# empty then, also in the form "Ma, Mei-Ling" and where the name has only two words. The surname Do, which could be the degree D.O., stays.
# Vestry splits names itself, and a name keeps all its words: src/lib/read-name.ts
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-save humanparser@2.7.0 || exit 2
seen=$(node --input-type=module --eval '
  import human from "humanparser";
  for (const name of ["Mei-Ling Ma", "Ma, Mei-Ling", "Anh Do", "Mei-Ling Lee"]) {
    const { firstName, lastName, suffix } = human.parseName(name);
    console.log(JSON.stringify({ name, firstName, lastName, suffix: suffix ?? null }));
  }
')
echo "Node.js $(node --version), humanparser 2.7.0:"
echo "$seen"
expected='{"name":"Mei-Ling Ma","firstName":"Mei-Ling","lastName":"","suffix":"Ma"}
{"name":"Ma, Mei-Ling","firstName":"Mei-Ling","lastName":"","suffix":"Ma"}
{"name":"Anh Do","firstName":"Anh","lastName":"Do","suffix":null}
{"name":"Mei-Ling Lee","firstName":"Mei-Ling","lastName":"Lee","suffix":null}'
[ "$seen" = "$expected" ]
