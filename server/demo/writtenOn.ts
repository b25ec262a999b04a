import { writtenAt } from "../../demo/dates.ts";

export function writtenOn(date: string): { created_at: Date; updated_at: Date } {
  const at = writtenAt(date);
  return { created_at: at, updated_at: at };
}
