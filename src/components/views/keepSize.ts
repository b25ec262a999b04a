import { isViewedList, PAGE_SIZES } from "../../../domain/views/rules.ts";
import type { ConsoleApi } from "../../providers/dataProvider.ts";
import { createWriter } from "../../writes/useWrite.ts";
import { showSettings } from "./ownLists.ts";

/** One after the other, so that the last choice is the one that stays. */
let writes: Promise<unknown> = Promise.resolve();

interface Chosen {
  list: string | undefined;
  size: number;
}

/** Remembers the rows per page of a list for the person; other tables forget them. */
export function keepSize(api: ConsoleApi, { list, size: chosen }: Chosen): Promise<void> {
  const size = PAGE_SIZES.find((each) => each === chosen);
  if (size === undefined || !isViewedList(list)) return Promise.resolve();
  const write = writes.then(async () => {
    showSettings(await createWriter(api, "PUT /views/size")({ body: { list, size } }));
  });
  writes = write.catch(() => {});
  return write;
}
