import { AppError } from '../../../errors.ts';
import type { CodeVerdict } from './rules.ts';

const MESSAGES: Record<CodeVerdict, { reason: string; sentence: string; field: string }> = {
  good: { reason: 'Good', sentence: '', field: '' },
  wrong: {
    reason: 'WrongCode',
    sentence: 'This is not the right code. Type the code that the app shows now.',
    field: 'is not the code that the app shows now',
  },
  used: {
    reason: 'UsedCode',
    sentence: 'This code was used already. Wait for the next one.',
    field: 'was used already; wait for the next one',
  },
  earlier: {
    reason: 'EarlierCode',
    sentence:
      'The clock of the app was set back since the last code. Wait ten minutes, then type the code that the app shows, or use a recovery code now.',
    field: 'is from before the last code, because a clock was set back; wait ten minutes, then type the code of then',
  },
  lost: {
    reason: 'LostSecret',
    sentence:
      'Vestry cannot check the codes of this app, because its keys were replaced. Use a recovery code or a passkey, then set up the app again.',
    field: 'cannot be checked, because the keys of Vestry were replaced; begin again',
  },
  nextCode: {
    reason: 'NextCode',
    sentence:
      'The clock of the app or of the computer that runs Vestry is wrong. Wait until the app shows the next code, and type that one.',
    field:
      'belongs to another time, because a clock is wrong; wait until the app shows the next code, and type that one',
  },
};

/** Returns the messages about a code that was not accepted: a sentence, and what follows the name of its field. */
export function messagesOf(verdict: CodeVerdict): { reason: string; sentence: string; field: string } {
  return MESSAGES[verdict];
}

/** Returns the refusal of a second factor. `reason` tells programs what to say. */
export function wrongSecondFactor(verdict: CodeVerdict): AppError {
  const { reason, sentence } = messagesOf(verdict);
  return new AppError('invalid_second_factor', sentence, { extra: { reason } });
}

/** Returns the refusal of a recovery code. */
export function wrongRecoveryCode(): AppError {
  const sentence = 'This recovery code was not accepted. Each code works once, and new codes replace the old ones.';
  return new AppError('invalid_second_factor', sentence, { extra: { reason: 'WrongRecoveryCode' } });
}

/** Returns the refusal of a passkey. */
export function wrongPasskey(cause?: unknown): AppError {
  const sentence = 'This passkey was not accepted. Try again, or sign in in another way.';
  return new AppError('invalid_second_factor', sentence, { extra: { reason: 'WrongPasskey' }, cause });
}
