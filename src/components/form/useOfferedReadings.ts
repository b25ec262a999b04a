import type { KeyboardEvent } from "react";
import { useNotify } from "react-admin";
import { readingTexts } from "../../i18n/ja/readings.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";

/** Whether a key asks for the readings of an empty input. */
export function asksForReadings({ key, altKey }: Pick<KeyboardEvent, "key" | "altKey">): boolean {
  return altKey && key === "ArrowDown";
}

/** Asks for readings of a surface, the likeliest first; says where there are none. */
export function useOfferedReadings() {
  const { api } = useApi();
  const notify = useNotify();
  return async (surface: string): Promise<readonly string[]> => {
    if (surface.trim() === "") return [];
    try {
      const [found] = await api("POST /readings", { body: { surfaces: [surface] } });
      const readings = (found?.readings ?? []).map(({ reading }) => reading);
      if (readings.length === 0) notify(readingTexts.noneOffered, { type: "info" });
      return readings;
    } catch (error) {
      notify(messageFor(error), { type: "error" });
      return [];
    }
  };
}
