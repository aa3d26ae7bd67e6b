import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceEndpointQuery, NO_MQTT } from '#api/device-endpoint-query.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import connect from '../connect.module.css';
import type { Recipe, TokenKind } from './recipe.ts';
import classes from './recipe-tabs.module.css';
import { recipesFor } from './recipes.ts';

interface RecipeTabsProps {
  kind: TokenKind;
  accessToken: string;
  /** The user has the token: something that it stands in was copied. */
  onCopied: () => void;
}

/** What to paste, for one kind of device at a time, with the address that this browser uses. */
export function RecipeTabs({ kind, accessToken, onCopied }: RecipeTabsProps) {
  const { data, isPending } = useQuery(deviceEndpointQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  if (isPending) return <SkeletonRows rows={3} rowHeight={84} label="Loading the addresses of the portal" />;
  const { hostname: host, origin } = window.location;
  const endpoint = data ?? NO_MQTT;
  const recipes = recipesFor({ host, origin, ...endpoint, kind, accessToken });
  const shown = recipes.find(({ name }) => name === chosen) ?? recipes[0];
  if (!shown) return null;
  return (
    <section className={connect.part}>
      <h2 className={connect.heading}>What to paste</h2>
      {endpoint.mqttPort === null ? (
        <p className={connect.hint}>
          This portal takes no MQTT over TCP: devices send over HTTP, or over the WebSocket at /device-mqtt.
        </p>
      ) : null}
      <Tabs value={shown.name} onChange={setChosen} keepMounted={false}>
        <Tabs.List className={classes.list ?? ''} aria-label="Kinds of device">
          {recipes.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.name} className={classes.panel ?? ''}>
          <RecipeParts recipe={shown} onCopied={onCopied} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function RecipeParts({ recipe: { lead, parts, fields }, onCopied }: { recipe: Recipe; onCopied: () => void }) {
  return (
    <>
      <p className={connect.hint}>{lead}</p>
      {fields.length > 0 ? (
        <dl className={classes.fields}>
          {fields.map(({ name, value }) => (
            <div key={name} className={classes.field}>
              <dt>{name}</dt>
              <dd>{value === '' ? <em>empty</em> : <code>{value}</code>}</dd>
              {value === '' ? null : <CopyButton text={value} what={name} onCopied={onCopied} />}
            </div>
          ))}
        </dl>
      ) : null}
      {parts.map(({ title, text }) => (
        <div key={title} className={connect.line}>
          <div className={connect.head}>
            <span className={connect.program}>{title}</span>
            <CopyButton text={text} what={title} onCopied={onCopied} />
          </div>
          <pre className={classes.code}>{text}</pre>
        </div>
      ))}
    </>
  );
}
