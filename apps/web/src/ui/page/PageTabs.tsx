import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page-tabs.module.css';

interface PageTabsProps<Name extends string> {
  tabs: readonly { name: Name; label: string }[];
  shown: Name;
  onShow: (name: Name) => void;
  /** What the tab that is shown holds. */
  children: ReactNode;
}

/** The tabs of a page; the one that is shown takes what the page leaves. */
export function PageTabs<Name extends string>({ tabs, shown, onShow, children }: PageTabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone not all have room: an address may name one that would be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  return (
    <Tabs
      className={classes.tabs ?? ''}
      value={shown}
      onChange={(value) => {
        const tab = tabs.find(({ name }) => name === value);
        if (tab) onShow(tab.name);
      }}
      keepMounted={false}
    >
      <Tabs.List ref={list} className={classes.list ?? ''}>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
