/** Adds a separate key for an OpenAI-compatible AI service. The OpenAI key is only for OpenAI. */
export const compatibleKey = {
  name: '0013-compatible-key',
  sql: `
alter table churchProfiles add column compatibleApiKey text;
`,
};
