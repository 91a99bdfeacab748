/** Stores which records a stored response is about, so that the response can be erased with them. */
export const answerSubjects = {
  name: '0019-answer-subjects',
  sql: `
alter table idempotencyKeys add column subjects text;
`,
};
