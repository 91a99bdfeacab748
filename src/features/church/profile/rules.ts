/** The AI providers and their keys: which provider uses which key, and how much of a key is shown. */
import { isLinkLocal } from '../../../lib/network.ts';

export const AI_PROVIDERS = ['OpenAI', 'Anthropic', 'Google', 'OpenAICompatible'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

export const KEY_FIELDS = ['openAiApiKey', 'anthropicApiKey', 'googleApiKey', 'compatibleApiKey'] as const;
export type KeyField = (typeof KEY_FIELDS)[number];

/** Returns the key field of a provider, whose key no other provider gets. A compatible service may need none. */
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

/** Whether a text can be a key, which is sent in a header: visible ASCII without spaces. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

/** Returns an employer identification number in its usual form, `12-3456789`, also for nine digits. */
export function normalEin(text: string): string {
  return text.trim().replace(/^(\d{2})(\d{7})$/, '$1-$2');
}

/** Returns the origin of an address; the key of a compatible service goes to no other. Empty without an address. */
export function originOf(aiBaseUrl: string | null): string {
  return aiBaseUrl !== null && URL.canParse(aiBaseUrl) ? new URL(aiBaseUrl).origin : '';
}

/** Whether the host of an address is link-local, where clouds keep their secrets (169.254.169.254). */
export function isLinkLocalUrl(text: string): boolean {
  return URL.canParse(text) && isLinkLocal(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}

/** Whether the text is the address of a web page. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Whether paths can be appended to an address: it has nothing after the path, and no credentials. */
export function isBaseUrl(text: string): boolean {
  if (!isWebAddress(text) || /[?#]/.test(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
