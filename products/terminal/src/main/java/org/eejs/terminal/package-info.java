/** The standard streams of all programs: text of others can neither steer a terminal nor forge a line. */
package org.eejs.terminal;
