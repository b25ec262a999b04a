import { useLiveProfile } from "../providers/live/useLiveProfile.ts";
import { useLiveLimits } from "./useLimits.ts";

export function LiveProfile() {
  useLiveProfile();
  useLiveLimits();
  return null;
}
