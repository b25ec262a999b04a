import { useLiveProfile } from "../providers/live/useLiveProfile.ts";

/** Keeps who is signed in up to date while the staff area shows. */
export function LiveProfile() {
  useLiveProfile();
  return null;
}
