import type { BrowserContext, Page } from 'playwright-core';

export type Authenticator = {
  /** Takes all passkeys away, as when somebody signs in with another device. */
  empty: () => Promise<void>;
};

/**
 * Gives a page an authenticator in software, which verifies every person and answers at once (WebAuthn, 11.2: virtual
 * authenticators).
 */
export async function withAuthenticator(context: BrowserContext, page: Page): Promise<Authenticator> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { empty: () => session.send('WebAuthn.clearCredentials', { authenticatorId }) as Promise<never> };
}
