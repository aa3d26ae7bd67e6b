import { describe, expect, it } from 'vitest';
import { Topic } from './topic.ts';

describe('a topic', () => {
  it('tells everybody at once and in order, until they leave', () => {
    const topic = new Topic<{ id: number }>();
    const heard: string[] = [];
    topic.subscribe(({ id }) => heard.push(`first ${id}`));
    const leave = topic.subscribe(({ id }) => heard.push(`second ${id}`));
    void topic.publish({ id: 1 });
    leave();
    void topic.publish({ id: 2 });
    expect(heard).toEqual(['first 1', 'second 1', 'first 2']);
  });

  it('is done when what the listeners began is done, and says what failed, without keeping it from others', async () => {
    const topic = new Topic<string>();
    const slow = Promise.withResolvers<void>();
    const heard: string[] = [];
    topic.subscribe(() => {
      throw new Error('at once');
    });
    topic.subscribe(async (news) => {
      await slow.promise;
      heard.push(news);
      throw new Error('later');
    });
    topic.subscribe((news) => heard.push(`plain ${news}`));
    const told = topic.publish('news');
    expect(heard).toEqual(['plain news']);
    slow.resolve();
    await expect(told).rejects.toThrow('at once');
    expect(heard).toEqual(['plain news', 'news']);
  });
});
