import { scimEndpoints } from "../../../domain/api/scim.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { organizationOf } from "./present.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./service/discovery.ts";
import {
  createPerson,
  listPeople,
  patchPerson,
  readPerson,
  removePerson,
  replacePerson,
} from "./service/people.ts";
import { listGroups, readGroup } from "./service/readGroups.ts";
import { createGroup, patchGroup, removeGroup, replaceGroup } from "./service/writeGroups.ts";

export const scimRoutes: AreaRoutes = (app, deps) =>
  implement(app, scimEndpoints, {
    "GET /Users": ({ service, query }) => listPeople(deps, organizationOf(service), query),
    "POST /Users": async ({ service, transact, body, reply }) => {
      const person = await createPerson({ ...deps, transact }, organizationOf(service), body);
      reply.header("location", person.meta?.location);
      return person;
    },
    "GET /Users/{id}": ({ service, params, query }) =>
      readPerson(deps, organizationOf(service), params.id, query),
    "PUT /Users/{id}": ({ service, transact, params, body }) =>
      replacePerson({ ...deps, transact }, organizationOf(service), params.id, body),
    "PATCH /Users/{id}": ({ service, transact, params, body }) =>
      patchPerson({ ...deps, transact }, organizationOf(service), params.id, body),
    "DELETE /Users/{id}": ({ service, transact, params }) =>
      removePerson({ ...deps, transact }, organizationOf(service), params.id),
    "GET /Groups": ({ service, query }) => listGroups(deps, organizationOf(service), query),
    "POST /Groups": async ({ service, transact, body, reply }) => {
      const group = await createGroup({ ...deps, transact }, organizationOf(service), body);
      reply.header("location", group.meta?.location);
      return group;
    },
    "GET /Groups/{id}": ({ service, params, query }) =>
      readGroup(deps, organizationOf(service), params.id, query),
    "PUT /Groups/{id}": ({ service, transact, params, body }) =>
      replaceGroup({ ...deps, transact }, organizationOf(service), params.id, body),
    "PATCH /Groups/{id}": ({ service, transact, params, body }) =>
      patchGroup({ ...deps, transact }, organizationOf(service), params.id, body),
    "DELETE /Groups/{id}": ({ service, transact, params }) =>
      removeGroup({ ...deps, transact }, organizationOf(service), params.id),
    "GET /ServiceProviderConfig": async () => serviceProviderConfig(deps.config),
    "GET /ResourceTypes": async () => resourceTypes(deps.config),
    "GET /Schemas": async () => schemas(deps.config),
  });
