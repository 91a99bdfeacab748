/** An answer stored for a repeated request names the records that it is about, so that it can be erased with them. */
export const answerSubjects = {
  name: '0019-answer-subjects',
  sql: `
alter table idempotencyKeys add column subjects text;
`,
};
