import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isSameValue } from "../../../domain/fields.ts";
import type { UserProfile } from "../../../domain/users/schemas.ts";
import { repeated } from "../data/refusedReads.ts";
import { useApi } from "../data/useApi.ts";
import { userProfile } from "./userProfile.ts";

/**
 * Reloads the profile of the signed-in user. An error changes nothing. `unasked`: an event caused
 * it, and a refused read is repeated when the server says.
 */
export function useReloadProfile(): (options?: { unasked?: boolean }) => Promise<void> {
  const { api } = useApi();
  const queryClient = useQueryClient();
  return useCallback(
    async ({ unasked = false } = {}) => {
      const read = () => api("GET /users/me");
      const profile = await (unasked ? repeated(read) : read()).catch(() => undefined);
      // The user may have signed out meanwhile.
      if (profile?.userId !== userProfile.get().userId || !setIfChanged(profile)) return;
      // The access decisions of react-admin depend on the old flags.
      await queryClient.invalidateQueries({ queryKey: ["auth"] });
    },
    [api, queryClient],
  );
}

function setIfChanged(profile: UserProfile): boolean {
  const before = userProfile.get();
  if (isSameValue(before, profile)) return false;
  const { isDictionaryAdmin, updatedAt } = profile;
  if (isSameValue({ ...before, isDictionaryAdmin, updatedAt }, profile)) {
    userProfile.setDictionaryAdmin(isDictionaryAdmin);
  } else {
    userProfile.set(profile);
  }
  return true;
}
