/** What the program uses of this package. The bundle leaves out the rest of it, which `import()` of the whole would keep. */
export { createOpenAICompatible } from '@ai-sdk/openai-compatible';
