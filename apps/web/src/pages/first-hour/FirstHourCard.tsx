import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { firstHour, firstHourSteps } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { firstHourQuery } from '#api/portal/first-hour-queries.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './first-hour-card.module.css';

/** Reminds administrators of the whole portal of what is not set up yet, until all is, or they want no more of it. */
export function FirstHourCard() {
  const { data } = useQuery(firstHourQuery);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (data === undefined || data.isDismissed || data.done.length === firstHourSteps.length) return null;
  const dismiss = async () => {
    setBusy(true);
    try {
      const saved = await callApi(firstHour.saveFirstHour, { body: { isDismissed: true } });
      client.setQueryData(firstHourQuery.queryKey, saved);
      toast('The first hour stays in the links of the administration.');
    } catch (error) {
      toast(messageOf(error), 'error');
      setBusy(false);
    }
  };
  return (
    <section className={classes.card} aria-label="First hour">
      <p className={classes.text}>
        <strong>First hour</strong>
        {data.done.length === 0
          ? 'Name the portal, describe a kind of equipment, connect a device: six steps.'
          : `${data.done.length} of ${firstHourSteps.length} steps of setting up the portal are done.`}
      </p>
      <Button component={Link} href="/first-hour" size="xs">
        {data.done.length === 0 ? 'Begin' : 'Go on'}
      </Button>
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void dismiss()}>
        Do not remind me
      </Button>
    </section>
  );
}
