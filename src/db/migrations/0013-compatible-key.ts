/** A compatible AI service gets a key of its own; the one of OpenAI is for OpenAI alone. */
export const compatibleKey = {
  name: '0013-compatible-key',
  sql: `
alter table churchProfiles add column compatibleApiKey text;
`,
};
