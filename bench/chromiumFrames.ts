import type { Page } from "@playwright/test";
import { z } from "zod";

/** What Chromium itself reports of each frame, with the categories below. */
const CATEGORIES = ["cc", "benchmark"];
const trace = z.object({ traceEvents: z.array(z.looseObject({ name: z.string() })) });
const reported = z.object({
  ph: z.literal("b"),
  args: z.object({
    frame_reporter: z.object({
      state: z.string(),
      has_missing_content: z.boolean(),
      checkerboarded_needs_raster: z.boolean(),
    }),
  }),
});

export interface ChromiumFrames {
  shown: number;
  /** Of those shown, the ones for which the page came too late: they show what it had drawn before. */
  early: number;
  dropped: number;
  /** Frames of which a part was not painted in time. */
  incomplete: number;
}

/** The frames of all pages while `work` runs, as the panel Performance of the developer tools counts them. */
export async function chromiumFramesDuring(
  page: Page,
  work: () => Promise<unknown>,
): Promise<ChromiumFrames> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser of its own");
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const frames = traceEvents
    .filter(({ name }) => name === "PipelineReporter")
    .map((event) => reported.safeParse(event))
    .flatMap(({ data }) => (data ? [data.args.frame_reporter] : []));
  const of = (state: string) => frames.filter((frame) => frame.state.startsWith(state)).length;
  const shown = of("STATE_PRESENTED");
  if (shown === 0) throw new Error("Chromium reported no frame");
  const incomplete = frames.filter(
    (frame) => frame.has_missing_content || frame.checkerboarded_needs_raster,
  ).length;
  return { shown, early: of("STATE_PRESENTED_PARTIAL"), dropped: of("STATE_DROPPED"), incomplete };
}
