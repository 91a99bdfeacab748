/**
 * Invitations: links with which users set their own password. They are stored hashed, work once, and expire after seven
 * days.
 */
import { type App, actorId, later, now } from '../../../app.ts';
import { randomToken, sha256Hex } from '../../../lib/secret.ts';
import { keep } from '../../audit/kept.ts';
import { closeInvitations, findOpenInvitation, insertInvitation, type OpenInvitation } from './queries.ts';
import type { Invitation } from './schema.ts';

const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Makes a new link for a user and revokes any earlier link. Must run in the transaction that creates or invites the
 * user.
 */
export async function invite(app: App, userId: number): Promise<Invitation> {
  const token = randomToken();
  const createdAt = now(app);
  const expiresAt = later(app, INVITATION_MS);
  await closeInvitations(app.db, userId, { revokedAt: createdAt });
  await insertInvitation(app.db, {
    userId,
    tokenHash: sha256Hex(token),
    createdAt,
    expiresAt,
    createdBy: actorId(app),
  });
  keep(app, 'User', [userId]);
  return { url: `${baseUrl(app)}/accept-invitation?token=${token}`, expiresAt };
}

function baseUrl({ config }: App): string {
  const scheme = config.tlsCert ? 'https' : 'http';
  return config.baseUrl?.replace(/\/$/, '') ?? `${scheme}://localhost:${config.port}`;
}

/** Returns the open invitation with this token, or undefined if there is none or its user is not active. */
export function openInvitation(app: App, token: string): Promise<OpenInvitation | undefined> {
  return findOpenInvitation(app.db, sha256Hex(token), now(app));
}

/** Marks a user's open invitation as used. */
export function markAccepted(app: App, userId: number): Promise<void> {
  return close(app, userId, { acceptedAt: now(app) });
}

/** Revokes a user's unused invitation, if there is one. */
export function revokeInvitations(app: App, userId: number): Promise<void> {
  return close(app, userId, { revokedAt: now(app) });
}

function close(app: App, userId: number, how: Parameters<typeof closeInvitations>[2]): Promise<void> {
  keep(app, 'User', [userId]);
  return closeInvitations(app.db, userId, how);
}
