/** Several nodes, each in a process of its own: who runs what, and that it stays right when nodes come and go. */
package io.penstock.cluster;
