/** The AI providers, the field for the API key of each, and checks of keys and addresses. */
import { servesSecrets } from '../../../lib/network.ts';

export const AI_PROVIDERS = ['OpenAI', 'Anthropic', 'Google', 'OpenAICompatible'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

export const KEY_FIELDS = ['openAiApiKey', 'anthropicApiKey', 'googleApiKey', 'compatibleApiKey'] as const;
export type KeyField = (typeof KEY_FIELDS)[number];

/**
 * Returns the field that contains the API key of a provider. Each provider has a field of its own, so that no key is
 * sent to another provider. An OpenAICompatible service may need no key.
 */
export function keyFieldOf(provider: AiProvider): KeyField {
  switch (provider) {
    case 'Anthropic':
      return 'anthropicApiKey';
    case 'Google':
      return 'googleApiKey';
    case 'OpenAICompatible':
      return 'compatibleApiKey';
    default:
      return 'openAiApiKey';
  }
}

/**
 * True if a text has only visible ASCII characters, as an API key must, because it is sent in a header. An empty text
 * passes, too.
 */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

/**
 * Returns an employer identification number in its usual form: nine digits become `12-3456789`. Any other text is only
 * trimmed.
 */
export function normalEin(text: string): string {
  return text.trim().replace(/^(\d{2})(\d{7})$/, '$1-$2');
}

/**
 * Returns the origin of an address, or an empty text if there is no valid address. The key of an OpenAICompatible
 * service is sent only to this origin.
 */
export function originOf(aiBaseUrl: string | null): string {
  return aiBaseUrl !== null && URL.canParse(aiBaseUrl) ? new URL(aiBaseUrl).origin : '';
}

/**
 * True if the host of an address is an IP address at which cloud providers serve secrets to their machines, such as
 * 169.254.169.254.
 */
export function servesSecretsUrl(text: string): boolean {
  return URL.canParse(text) && servesSecrets(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}

/** True if the text is an http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** True if paths can be appended to an address: it has no query, no fragment and no credentials. */
export function isBaseUrl(text: string): boolean {
  if (!isWebAddress(text) || /[?#]/.test(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
