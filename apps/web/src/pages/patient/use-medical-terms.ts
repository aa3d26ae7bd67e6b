import type { OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { medicalTerms } from '@telltale/contract';
import { medicalTermsQuery } from '#api/patients/patient-queries.ts';

const TYPING_MS = 250;
/** Fewer letters are the beginning of too much. */
const FEWEST_LETTERS = 2;

const NONE: readonly string[] = [];

/** Names of conditions or drugs for what is being typed; none where they cannot be had, since any name can be written. */
export function useMedicalTerms(kind: medicalTerms.MedicalTermKind, typed: string): readonly string[] {
  const [settled] = useDebouncedValue(typed.trim().slice(0, medicalTerms.MAX_TERM_TEXT), TYPING_MS);
  const isAsked = settled.length >= FEWEST_LETTERS && typed.trim() !== '';
  const query = useQuery({
    ...medicalTermsQuery(kind, settled),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return isAsked ? (query.data?.terms ?? NONE) : NONE;
}

/** The portal has chosen already what fits. */
export const allOfThem: OptionsFilter = ({ options }) => options;
