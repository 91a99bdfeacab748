/** An OpenAI-compatible AI service gets a key of its own. The OpenAI key is only for OpenAI. */
export const compatibleKey = {
  name: '0013-compatible-key',
  sql: `
alter table churchProfiles add column compatibleApiKey text;
`,
};
