import 'i18next';
import type { words as account } from '../account/words.en.ts';
import type { words as home } from '../home/words.en.ts';
import type { words as kit } from '../kit/words.en.ts';
import type { words as offerings } from '../offerings/words.en.ts';
import type { words as attendance } from '../attendance/words.en.ts';
import type { words as people } from '../people/words.en.ts';
import type { words as problems } from '../problems/words.en.ts';
import type { words as session } from '../session/words.en.ts';
import type { words as shell } from '../shell/words.en.ts';

declare module 'i18next' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- This extends the interface in i18next.
  interface CustomTypeOptions {
    defaultNS: 'kit';
    resources: {
      account: typeof account;
      home: typeof home;
      kit: typeof kit;
      offerings: typeof offerings;
      attendance: typeof attendance;
      people: typeof people;
      problems: typeof problems;
      session: typeof session;
      shell: typeof shell;
    };
    returnNull: false;
  }
}
