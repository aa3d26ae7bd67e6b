import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { saveOwnAttribute, useOwnAttribute } from '#session/own-attributes.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { type ExtraLink, linksOf } from '#ui/links/extra-links.ts';
import { parseLink } from '#ui/links/safe-link.ts';
import classes from '../user-settings.module.css';
import { moved, OrderedList } from './OrderedList.tsx';
import ordered from './ordered-list.module.css';
import { useOwnList } from './use-own-list.ts';

const EMPTY = { link: '', label: '' };
const MOST_LINKS = 20;
const NO_LINK = 'A path of the portal, or an address that begins with http:// or https://';

const save = (list: readonly ExtraLink[]) =>
  saveOwnAttribute(
    'extraLinks',
    list.length === 0 ? '' : JSON.stringify(list.map(({ href, label }) => ({ link: href, label }))),
  );

/** Links of the user's own, behind those of the portal in the bar of every page (spec 1 §3). */
export function LinksForm() {
  const text = useOwnAttribute('extraLinks');
  const stored = useMemo(() => linksOf(text), [text]);
  const { list, put, set } = useOwnList(stored, save);
  const [typed, setTyped] = useState(EMPTY);
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () => {
    const link = parseLink(typed.link);
    if (link === undefined) return NO_LINK;
    if (list.some(({ href }) => href === link.href)) return 'This link is there already.';
    if (list.length >= MOST_LINKS) return `There is room for ${MOST_LINKS} links.`;
    const refusal = await put([...list, { ...link, label: typed.label.trim() || link.href }]);
    if (refusal === undefined) setTyped(EMPTY);
    return refusal;
  });
  const change = (part: Partial<typeof EMPTY>) => {
    setTyped((before) => ({ ...before, ...part }));
    clearProblem();
  };
  return (
    <>
      <p className={classes.lead}>They stand behind the links of the portal, for you alone.</p>
      <OrderedList
        label="My links"
        items={list.map(({ href, label }) => ({
          key: href,
          name: label,
          content: (
            <>
              {label} {label === href ? null : <span className={ordered.dim}>{href}</span>}
            </>
          ),
        }))}
        onMove={(from, to) => void set(moved(list, from, to))}
        onRemove={(index) => void set(list.filter((_, at) => at !== index))}
      />
      <form className={classes.form} onSubmit={onSubmit} aria-label="Add a link">
        <div className={classes.pair}>
          <TextInput
            label="Address"
            placeholder="/assets/12/dashboard or https://…"
            value={typed.link}
            error={problem}
            onChange={({ currentTarget }) => change({ link: currentTarget.value })}
          />
          <TextInput
            label="Text of the link"
            maxLength={60}
            value={typed.label}
            onChange={({ currentTarget }) => change({ label: currentTarget.value })}
          />
        </div>
        <div className={classes.formActions}>
          <Button type="submit" variant="default" loading={isBusy} disabled={typed.link.trim() === ''}>
            Add link
          </Button>
        </div>
      </form>
    </>
  );
}
