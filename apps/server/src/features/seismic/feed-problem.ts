/** Why a feed gave nothing, in words for whoever looks at the page. */
export class FeedProblem extends Error {
  override readonly name = 'FeedProblem';
}
