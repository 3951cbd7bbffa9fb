import type { Locale } from './locale.ts';
import { doctor as de } from './locales/de/doctor.ts';
import { doctor as en } from './locales/en/doctor.ts';
import { doctor as es } from './locales/es/doctor.ts';
import { createWords, type KeysOf, type Language, type Translation } from './words.ts';

type English = typeof en;

/** Key of the doctor's texts, such as `disk.full`. */
export type DoctorKey = KeysOf<English>;

/** The doctor's texts, by language. */
export const DOCTOR_CATALOGUES: Record<Language, Translation<English>> = { en, de, es };

/** Function that returns the text for a key, with its placeholders filled. */
export type DoctorWords = (key: DoctorKey, values?: Record<string, string | number | undefined>) => string;

/** Returns the doctor's texts in the language of a locale. */
export const doctorWords = ({ language }: Pick<Locale, 'language'>): DoctorWords =>
  createWords(language, DOCTOR_CATALOGUES[language]);
