/**
 * The laws under force: processes killed, sessions ended, memory short, lag swinging, readers watching. Each test starts
 * the product as a process of its own beside two real servers, and judges by what stands in the target.
 */
package io.penstock.chaos;
