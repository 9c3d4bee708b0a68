/**
 * What every kind of target is to the rest of the house: a {@link io.penstock.target.Target} with its schema, and lane
 * writers that apply mutations together with the lane's position in one transaction. Mutations come in, SQL goes out.
 * Folding, grouping by statement and the classes of errors live here; the SQL of a product lives in its own room. This
 * room must never know that it is called over a bus, nor where a mutation came from.
 */
package io.penstock.target;
