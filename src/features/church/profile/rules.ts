/** The providers of AI and their keys: which has which, and what of a key may be seen. */
import { isLinkLocal } from '../../../lib/network.ts';

export const AI_PROVIDERS = ['OpenAI', 'Anthropic', 'Google', 'OpenAICompatible'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

export const KEY_FIELDS = ['openAiApiKey', 'anthropicApiKey', 'googleApiKey', 'compatibleApiKey'] as const;
export type KeyField = (typeof KEY_FIELDS)[number];

/** The field with the key of a provider, which no other gets to see. A compatible service may do without one. */
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

/** Whether a text can be a key, which travels in a header: visible ASCII and nothing between. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

/** An employer identification number in its usual form, `12-3456789`, also when it came as nine digits. */
export function normalEin(text: string): string {
  return text.trim().replace(/^(\d{2})(\d{7})$/, '$1-$2');
}

/** Whom an address belongs to: the key of a compatible service goes to no other. Empty without an address. */
export function originOf(aiBaseUrl: string | null): string {
  return aiBaseUrl !== null && URL.canParse(aiBaseUrl) ? new URL(aiBaseUrl).origin : '';
}

/** Whether the host of an address is a link-local one, where a cloud keeps its secrets (169.254.169.254). */
export function isLinkLocalUrl(text: string): boolean {
  return URL.canParse(text) && isLinkLocal(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}

/** Whether the text is the address of a web page. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Whether the text is an address to which paths can be added: nothing after the path, and no credentials in it. */
export function isBaseUrl(text: string): boolean {
  if (!isWebAddress(text) || /[?#]/.test(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
