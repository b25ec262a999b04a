/** Where each area tells what became of a POST. */
export const SUBMISSIONS = {
  staff: "/api/v1/submissions",
  admin: "/admin/api/v1/submissions",
} as const;
