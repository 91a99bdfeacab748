/** Postal addresses of people and of the church. */
import * as z from 'zod';
import { line } from './wire.ts';

export const NewAddress = z
  .strictObject({
    line1: line(),
    line2: line(),
    city: line(100),
    state: line(100),
    postalCode: line(20),
    country: line(100),
  })
  .meta({ id: 'NewAddress', description: 'A postal address, as you send it. Each field may be left out.' });

export const Address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
  })
  .meta({ id: 'Address', description: 'A postal address.' });
export type Address = z.output<typeof Address>;
