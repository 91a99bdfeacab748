import 'i18next';
import type { words as account } from '../account/words.en.ts';
import type { words as giving } from '../giving/words.en.ts';
import type { words as bank } from '../bank/words.en.ts';
import type { words as approvals } from '../approvals/words.en.ts';
import type { words as expenses } from '../expenses/words.en.ts';
import type { words as messages } from '../messages/words.en.ts';
import type { words as guide } from '../guide/words.en.ts';
import type { words as help } from '../help/words.en.ts';
import type { words as home } from '../home/words.en.ts';
import type { words as imports } from '../imports/words.en.ts';
import type { words as kit } from '../kit/words.en.ts';
import type { words as monthEnd } from '../month-end/words.en.ts';
import type { words as offerings } from '../offerings/words.en.ts';
import type { words as attendance } from '../attendance/words.en.ts';
import type { words as people } from '../people/words.en.ts';
import type { words as problems } from '../problems/words.en.ts';
import type { words as reports } from '../reports/words.en.ts';
import type { words as session } from '../session/words.en.ts';
import type { words as settings } from '../settings/words.en.ts';
import type { words as setup } from '../setup/words.en.ts';
import type { words as shell } from '../shell/words.en.ts';

declare module 'i18next' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- This extends the interface in i18next.
  interface CustomTypeOptions {
    defaultNS: 'kit';
    resources: {
      account: typeof account;
      giving: typeof giving;
      approvals: typeof approvals;
      bank: typeof bank;
      expenses: typeof expenses;
      messages: typeof messages;
      guide: typeof guide;
      help: typeof help;
      home: typeof home;
      imports: typeof imports;
      kit: typeof kit;
      'month-end': typeof monthEnd;
      offerings: typeof offerings;
      attendance: typeof attendance;
      people: typeof people;
      problems: typeof problems;
      reports: typeof reports;
      session: typeof session;
      settings: typeof settings;
      setup: typeof setup;
      shell: typeof shell;
    };
    returnNull: false;
  }
}
