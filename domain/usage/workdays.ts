import { isWeekend, parseISO } from "date-fns";

/** Whether a date YYYY-MM-DD is a public holiday in Japan. */
export type IsHoliday = (date: string) => boolean;

/** Government offices and most companies are closed (Act on Holidays of Administrative Organs). */
const NEW_YEAR = /-(12-29|12-30|12-31|01-01|01-02|01-03)$/;

/**
 * Whether offices in Japan are usually closed on a date: weekends, public holidays and December 29
 * to January 3. Obon is none of these: companies choose their own days in August.
 */
export function isDayOff(date: string, isHoliday: IsHoliday): boolean {
  return isWeekend(parseISO(date)) || NEW_YEAR.test(date) || isHoliday(date);
}
