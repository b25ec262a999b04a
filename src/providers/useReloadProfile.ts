import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { UserProfile } from "../../domain/users.ts";
import { useApi } from "./useApi.ts";
import { userProfile } from "./userProfile.ts";

/** Reads anew who is signed in, with the own flags and workspaces; a failure leaves all as it was. */
export function useReloadProfile(): () => Promise<void> {
  const { api } = useApi();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const profile = await api("GET /users/me").catch(() => undefined);
    // Who signs out meanwhile is not signed in again by it.
    if (profile?.userId !== userProfile.get().userId || !setIfChanged(profile)) return;
    // What a screen offers was decided by the flags of before.
    await queryClient.invalidateQueries({ queryKey: ["auth"] });
  }, [api, queryClient]);
}

/** Whether the profile was another one before. */
function setIfChanged(profile: UserProfile): boolean {
  const before = userProfile.get();
  if (same(before, profile)) return false;
  const { isDictionaryAdmin, updatedAt } = profile;
  if (same({ ...before, isDictionaryAdmin, updatedAt }, profile)) {
    userProfile.setDictionaryAdmin(isDictionaryAdmin);
  } else {
    userProfile.set(profile);
  }
  return true;
}

function same(one: UserProfile, other: UserProfile): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
