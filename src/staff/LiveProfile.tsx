import { useLiveProfile } from "../providers/live/useLiveProfile.ts";

/** Keeps the user's profile up to date while the staff area shows. */
export function LiveProfile() {
  useLiveProfile();
  return null;
}
