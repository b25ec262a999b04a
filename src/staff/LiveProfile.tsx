import { useLiveProfile } from "../providers/live/useLiveProfile.ts";

export function LiveProfile() {
  useLiveProfile();
  return null;
}
