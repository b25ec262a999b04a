export const ORGANIZATIONS = "/admin/api/v1/organizations";
